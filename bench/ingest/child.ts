import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly process: ChildProcess;
  send(message: unknown): void;
  /** The next message that has this field. */
  hear<T>(field: string): Promise<T>;
}

export const startChild = (
  file: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Child => {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, args, { execArgv: [...execArgv], stdio: 'inherit' });
  return {
    process: child,
    send: (message) => void child.send(message as object),
    hear: <T>(field: string) =>
      new Promise<T>((resolve, reject) => {
        const listen = (message: { readonly failed?: string }): void => {
          if (message.failed !== undefined) reject(new Error(message.failed));
          if (!(field in message)) return;
          child.off('message', listen);
          child.off('exit', leave);
          resolve(message as T);
        };
        const leave = (code: number | null): void => reject(new Error(`${file} ended with ${code}`));
        child.on('message', listen);
        child.once('exit', leave);
      }),
  };
};
