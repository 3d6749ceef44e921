import { spawn } from 'node:child_process';
import { environment, findNode, root } from './toolchain.mjs';

/**
 * Runs a program to its end. Its output goes to the terminal, or with `quiet` into the result.
 * @returns {Promise<{ code: number, output: string }>}
 */
export const runProgram = (command, args, { quiet = false, env = {}, cwd = root } = {}) =>
  new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd, env: environment(env), stdio });
    const pieces = [];
    child.stdout?.on('data', (piece) => pieces.push(piece));
    child.stderr?.on('data', (piece) => pieces.push(piece));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(pieces).toString('utf8') }));
  });

/** Runs a script on Node 24. */
export const runNode = (args, options) => runProgram(findNode(), args, options);
