import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPassword, isPasswordAccepted, missingRules, passwordStrength } from './password.ts';

describe('the five password rules', () => {
  test.each([
    ['Ab1!', ['length']],
    ['ab1!ab1!', ['uppercase']],
    ['AB1!AB1!', ['lowercase']],
    ['Abc!Abc!', ['digit']],
    ['Abc1Abc1', ['special']],
    ['Abc1Abc1?', ['special']],
    ['', ['length', 'uppercase', 'lowercase', 'digit', 'special']],
    ['Abcdef1!', []],
    ['Água123*', []],
  ])("'%s' violates %j", (password, missing) => {
    expect(missingRules(password)).toEqual(missing);
    expect(isPasswordAccepted(password)).toBe(missing.length === 0);
  });

  test.each('!@#$%^&*'.split(''))("accepts '%s' as a special character", (special) => {
    expect(missingRules(special)).not.toContain('special');
  });

  test('counts a character of two code units once', () => {
    expect(missingRules('Ab1!😀😀')).toEqual(['length']);
  });

  test('lists the rules with their texts', () => {
    expect(checkPassword('Ab1!')).toEqual([
      { rule: 'length', text: 'Pelo menos 8 caracteres', met: false },
      { rule: 'uppercase', text: 'Uma letra maiúscula', met: true },
      { rule: 'lowercase', text: 'Uma letra minúscula', met: true },
      { rule: 'digit', text: 'Um número', met: true },
      { rule: 'special', text: 'Um caractere especial: !@#$%^&*', met: true },
    ]);
  });
});

describe('the strength of a password', () => {
  test.each([
    ['', { score: 0, text: null, color: null }],
    ['a', { score: 20, text: 'muito fraca :(', color: 'red' }],
    ['a1', { score: 40, text: 'muito fraca :(', color: 'red' }],
    ['a1A', { score: 60, text: 'moderada :|', color: 'orange' }],
    ['a1A!', { score: 80, text: 'muito boa :) ', color: 'green' }],
    ['a1A!a1A!', { score: 100, text: 'excelente! :))', color: 'green' }],
  ])("rates the strength of '%s'", (password, expected) => {
    expect(passwordStrength(password)).toEqual(expected);
  });

  test('never decreases when characters are added', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (password, more) => {
        expect(passwordStrength(password + more).score).toBeGreaterThanOrEqual(
          passwordStrength(password).score,
        );
      }),
    );
  });
});
