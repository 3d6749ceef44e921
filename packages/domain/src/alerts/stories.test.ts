import { expect, test } from 'vitest';
import { HOUR_MS, instant, MINUTE_MS } from '../base/time/zone.ts';
import { type Finding, type Incident, nextSteps } from './stories.ts';

const NOON = Date.parse('2026-11-23T15:00:00Z');
const at = (minutes: number) => instant(NOON + minutes * MINUTE_MS);
const RULES = { togetherMs: 15 * MINUTE_MS, returnsMs: HOUR_MS, calmMs: 0 };
const ALONE = { togetherMs: 0, returnsMs: HOUR_MS, calmMs: 10 * MINUTE_MS };
const view = (minutes: number, seenFrom: number | null = null) => ({
  now: at(minutes),
  seenFrom: seenFrom === null ? null : at(seenFrom),
});

const finding = (member: string, since: number, until: number | null = null, group = 'padaria'): Finding => ({
  member,
  group,
  since: at(since),
  until: until === null ? null : at(until),
});
const incident = (members: readonly string[], since: number, changes: Partial<Incident> = {}): Incident => ({
  id: members.join(),
  group: 'padaria',
  members,
  since: at(since),
  until: null,
  calmSince: null,
  toldAt: instant(0),
  closedAt: null,
  ...changes,
});
const kinds = (steps: readonly { readonly kind: string }[]) => steps.map(({ kind }) => kind);

test('two hundred meters of one place gone at once are one story, and one of another place another', () => {
  const meters = Array.from({ length: 200 }, (_, index) => finding(`m${index}`, index % 10));
  const steps = nextSteps([], [...meters, finding('x', 3, null, 'mercado')], RULES, view(20));
  expect(steps).toHaveLength(2);
  expect(steps[0]).toMatchObject({ kind: 'open', since: at(0), until: null });
  expect(steps[0]?.kind === 'open' && steps[0].findings).toHaveLength(200);
});

test('a meter that goes much later is a story of its own, however long the first one lasts', () => {
  const steps = nextSteps([incident(['m1'], 0)], [finding('m1', 0), finding('m2', 300)], RULES, view(310));
  expect(kinds(steps)).toEqual(['go-on', 'open']);
});

test('one that is noticed later but began together with the others joins their story', () => {
  const steps = nextSteps([incident(['m1'], 0)], [finding('m1', 0), finding('m2', 8)], RULES, view(60));
  expect(steps).toMatchObject([{ kind: 'go-on', findings: [{ member: 'm1' }, { member: 'm2' }] }]);
});

test('the same again tells nothing new: a run that is repeated does not tell twice', () => {
  const steps = nextSteps([incident(['m1'], 0)], [finding('m1', 0)], RULES, view(5));
  expect(steps).toMatchObject([{ kind: 'go-on', returns: false, since: at(0), until: null }]);
});

test('flapping is one story: what comes back soon goes on, what comes back later is another', () => {
  const over = incident(['m1'], 0, { until: at(20) });
  expect(nextSteps([over], [finding('m1', 70)], RULES, view(75))).toMatchObject([
    { kind: 'go-on', returns: true, since: at(0) },
  ]);
  expect(kinds(nextSteps([over], [finding('m1', 90)], RULES, view(95)))).toEqual(['open']);
});

test('it closes by itself, at once or after some calm', () => {
  expect(nextSteps([incident(['m1'], 0)], [], RULES, view(30))).toMatchObject([
    { kind: 'close', until: at(30) },
  ]);
  const lasting = incident(['m1'], 0);
  expect(kinds(nextSteps([lasting], [], ALONE, view(30)))).toEqual(['calm']);
  const calm = { ...lasting, calmSince: at(30) };
  expect(nextSteps([calm], [], ALONE, view(35))).toEqual([]);
  expect(nextSteps([calm], [], ALONE, view(40))).toMatchObject([{ kind: 'close', until: at(30) }]);
});

test('what is over stays over', () => {
  expect(nextSteps([incident(['m1'], 0, { until: at(10) })], [], RULES, view(30))).toEqual([]);
});

test('late data open a story of the past, which is over at once', () => {
  expect(nextSteps([], [finding('m1', -300, -240)], ALONE, view(0, -1440))).toMatchObject([
    { kind: 'open', since: at(-300), until: at(-240) },
  ]);
});

test('late data make one longer, close one, and undo what never was', () => {
  const openStory = incident(['m1'], -60);
  expect(nextSteps([openStory], [finding('m1', -90, -30)], ALONE, view(0, -1440))).toMatchObject([
    { kind: 'go-on', since: at(-90), until: at(-30), returns: false },
  ]);
  expect(kinds(nextSteps([openStory], [], ALONE, view(0, -1440)))).toEqual(['undo']);
  expect(kinds(nextSteps([{ ...openStory, until: at(-50) }], [], ALONE, view(0, -1440)))).toEqual(['undo']);
  expect(
    kinds(nextSteps([incident(['m1'], -2000, { until: at(-1990) })], [], ALONE, view(0, -1440))),
  ).toEqual([]);
});

test('without company two that begin at once are two stories', () => {
  expect(kinds(nextSteps([], [finding('m1', 0), finding('m2', 0)], ALONE, view(5)))).toEqual([
    'open',
    'open',
  ]);
});

test('of two stories that it may belong to it goes on with the newer one', () => {
  const before = incident(['m1'], 0, { id: 'before', until: at(20) });
  const newer = incident(['m1'], 70, { id: 'newer' });
  expect(nextSteps([before, newer], [finding('m1', 75)], RULES, view(80))).toMatchObject([
    { kind: 'go-on', story: { id: 'newer' } },
  ]);
});

test('a rule that looks at something else now undoes nothing: what lasts of it is over, what is over stays', () => {
  const openStory = incident(['m1'], -60);
  const changed = { ...view(0, -1440), mayUndo: () => false };
  expect(kinds(nextSteps([openStory], [], RULES, changed))).toEqual(['close']);
  expect(nextSteps([{ ...openStory, until: at(-50) }], [], RULES, changed)).toEqual([]);
});
