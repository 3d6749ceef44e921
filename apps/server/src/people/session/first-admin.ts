import { randomInt } from 'node:crypto';
import { isPasswordAccepted } from '@nascente/domain/people/password';
import type { Log } from '@nascente/runtime/log';
import type { AccountsRepository } from '../accounts/index.ts';
import type { Passwords } from './passwords/passwords.ts';

/** Without letters and digits that are read for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#$%&*';
const LENGTH = 20;
const DEFAULT_EMAIL = 'admin@nascente.local';

const generatePassword = (): string => {
  const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return isPasswordAccepted(password) ? password : generatePassword();
};

export interface FirstAdminConfig {
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
}

/** Creates the first Admin of an empty database: the configured one, or one with a generated password. */
export const ensureFirstAdmin = async (needs: {
  accounts: Pick<AccountsRepository, 'isEmpty' | 'insertFirst'>;
  passwords: Passwords;
  config: FirstAdminConfig;
  log: Log;
}): Promise<void> => {
  const { accounts, passwords, config, log } = needs;
  if (!(await accounts.isEmpty())) return;
  const email = (config.adminEmail ?? DEFAULT_EMAIL).trim().toLowerCase();
  const password = config.adminPassword ?? generatePassword();
  const wasInserted = await accounts.insertFirst({
    email,
    passwordHash: await passwords.hash(password),
    firstName: 'Administrador',
    profile: 'Admin',
    isEmailConfirmed: true,
  });
  if (!wasInserted) return;
  if (config.adminPassword === null)
    log.warn(`First Admin created: ${email} with the password ${password} (shown only this once)`);
  else log.info({ email }, 'First Admin created as configured');
};
