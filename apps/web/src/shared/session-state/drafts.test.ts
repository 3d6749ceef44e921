import { expect, it } from 'vitest';
import { draftName, forgetDraft, forgetDraftsOnLogout, keepDraft, readDraft } from './drafts.ts';
import { endSession, startSession } from './session.ts';

const mine = draftName('1', 'establishment', 'new');

it('returns a stored draft by account and subject', () => {
  keepDraft(mine, { step: 2 });
  expect(readDraft(mine)).toEqual({ step: 2 });
  expect(readDraft(draftName('2', 'establishment', 'new'))).toBeUndefined();
  forgetDraft(mine);
  expect(readDraft(mine)).toBeUndefined();
});

it('treats an unreadable draft as no draft', () => {
  localStorage.setItem(`nascente.${mine}`, '{"step":');
  expect(readDraft(mine)).toBeUndefined();
});

it.each([
  ['logout', true],
  ['expired', false],
  ['elsewhere', false],
] as const)('after a session that ended by %s, drafts are removed: %s', (reason, isGone) => {
  const stop = forgetDraftsOnLogout();
  startSession('mine');
  keepDraft(mine, { step: 2 });
  localStorage.setItem('nascente.unit', 'kwh');
  endSession(reason);
  expect(readDraft(mine) === undefined).toBe(isGone);
  expect(localStorage.getItem('nascente.unit')).toBe('kwh');
  stop();
});
