import { expect, test } from 'vitest';
import { HOUR_MS, instant, MINUTE_MS } from '../base/time/zone.ts';
import { type Finding, type Incident, nextSteps } from './incidents.ts';

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
  notifiedAt: instant(0),
  closedAt: null,
  ...changes,
});
const kinds = (steps: readonly { readonly kind: string }[]) => steps.map(({ kind }) => kind);

test('opens one incident for two hundred silent meters of one establishment, and another for another establishment', () => {
  const meters = Array.from({ length: 200 }, (_, index) => finding(`m${index}`, index % 10));
  const steps = nextSteps([], [...meters, finding('x', 3, null, 'mercado')], RULES, view(20));
  expect(steps).toHaveLength(2);
  expect(steps[0]).toMatchObject({ kind: 'open', since: at(0), until: null });
  expect(steps[0]?.kind === 'open' && steps[0].findings).toHaveLength(200);
});

test('opens a separate incident for a meter that fails much later', () => {
  const steps = nextSteps([incident(['m1'], 0)], [finding('m1', 0), finding('m2', 300)], RULES, view(310));
  expect(kinds(steps)).toEqual(['go-on', 'open']);
});

test('adds a meter that started together with the others to their incident', () => {
  const steps = nextSteps([incident(['m1'], 0)], [finding('m1', 0), finding('m2', 8)], RULES, view(60));
  expect(steps).toMatchObject([{ kind: 'go-on', findings: [{ member: 'm1' }, { member: 'm2' }] }]);
});

test('reports nothing new when the same run is repeated', () => {
  const steps = nextSteps([incident(['m1'], 0)], [finding('m1', 0)], RULES, view(5));
  expect(steps).toMatchObject([{ kind: 'go-on', returns: false, since: at(0), until: null }]);
});

test('continues an incident that returns soon, and opens another when it returns later', () => {
  const over = incident(['m1'], 0, { until: at(20) });
  expect(nextSteps([over], [finding('m1', 70)], RULES, view(75))).toMatchObject([
    { kind: 'go-on', returns: true, since: at(0) },
  ]);
  expect(kinds(nextSteps([over], [finding('m1', 90)], RULES, view(95)))).toEqual(['open']);
});

test('closes an incident by itself, at once or after some calm', () => {
  expect(nextSteps([incident(['m1'], 0)], [], RULES, view(30))).toMatchObject([
    { kind: 'close', until: at(30) },
  ]);
  const lasting = incident(['m1'], 0);
  expect(kinds(nextSteps([lasting], [], ALONE, view(30)))).toEqual(['calm']);
  const calm = { ...lasting, calmSince: at(30) };
  expect(nextSteps([calm], [], ALONE, view(35))).toEqual([]);
  expect(nextSteps([calm], [], ALONE, view(40))).toMatchObject([{ kind: 'close', until: at(30) }]);
});

test('leaves a closed incident closed', () => {
  expect(nextSteps([incident(['m1'], 0, { until: at(10) })], [], RULES, view(30))).toEqual([]);
});

test('opens and closes a past incident from late data', () => {
  expect(nextSteps([], [finding('m1', -300, -240)], ALONE, view(0, -1440))).toMatchObject([
    { kind: 'open', since: at(-300), until: at(-240) },
  ]);
});

test('extends, closes or undoes an incident from late data', () => {
  const openIncident = incident(['m1'], -60);
  expect(nextSteps([openIncident], [finding('m1', -90, -30)], ALONE, view(0, -1440))).toMatchObject([
    { kind: 'go-on', since: at(-90), until: at(-30), returns: false },
  ]);
  expect(kinds(nextSteps([openIncident], [], ALONE, view(0, -1440)))).toEqual(['undo']);
  expect(kinds(nextSteps([{ ...openIncident, until: at(-50) }], [], ALONE, view(0, -1440)))).toEqual([
    'undo',
  ]);
  expect(
    kinds(nextSteps([incident(['m1'], -2000, { until: at(-1990) })], [], ALONE, view(0, -1440))),
  ).toEqual([]);
});

test('opens two incidents for two simultaneous findings of a rule without grouping', () => {
  expect(kinds(nextSteps([], [finding('m1', 0), finding('m2', 0)], ALONE, view(5)))).toEqual([
    'open',
    'open',
  ]);
});

test('continues the newer one of two matching incidents', () => {
  const before = incident(['m1'], 0, { id: 'before', until: at(20) });
  const newer = incident(['m1'], 70, { id: 'newer' });
  expect(nextSteps([before, newer], [finding('m1', 75)], RULES, view(80))).toMatchObject([
    { kind: 'go-on', incident: { id: 'newer' } },
  ]);
});

test('closes a running incident and undoes nothing after a rule changes its target', () => {
  const openIncident = incident(['m1'], -60);
  const changed = { ...view(0, -1440), mayUndo: () => false };
  expect(kinds(nextSteps([openIncident], [], RULES, changed))).toEqual(['close']);
  expect(nextSteps([{ ...openIncident, until: at(-50) }], [], RULES, changed)).toEqual([]);
});
