/**
 * Gives the memory of a large buffer back at once, instead of when the collector comes by: what waits for it makes it
 * come by sooner, and it stops everything. Whoever calls this is the only one left who reads the buffer, and every view
 * of its memory is empty afterwards. Node's small buffers share their memory, and stay.
 */
export const freeMemory = ({ buffer: memory }: Buffer): void => {
  if (!(memory instanceof ArrayBuffer) || memory.detached || memory.byteLength === Buffer.poolSize) return;
  memory.transfer(0);
};
