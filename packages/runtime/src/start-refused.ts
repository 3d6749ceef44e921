/** The server cannot start, for a reason that the operator can change: one line, no stack. */
export class StartRefused extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'may not be opened by this user',
  EADDRNOTAVAIL: 'cannot be opened: HOST is no address of this machine',
  ENOTFOUND: 'cannot be opened: HOST is not known',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Runs `listen`; a port that cannot be had is refused with the name of its variable. */
export const listenOrRefuse = async <T>(
  where: { readonly variable: string; readonly port: number },
  listen: () => Promise<T>,
): Promise<T> => {
  try {
    return await listen();
  } catch (error) {
    const reason = REASONS[codeOf(error)];
    if (reason === undefined) throw error;
    throw new StartRefused(`The port ${where.port} (${where.variable}) ${reason}.`, { cause: error });
  }
};
