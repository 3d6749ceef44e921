/** Memory for large answers that is used again: what is only thrown away makes the collector stop everything for it. */
export interface BufferPool {
  /** At least so many bytes, with whatever was in them before. */
  take(bytes: number): Buffer;
  /** Nobody reads or writes it any more. */
  give(buffer: Buffer): void;
}

const STEP = 64 * 1024;

/** Keeps at most so many buffers of at most so many bytes; others come and go as ever. */
export const createBufferPool = (most: number, largest: number): BufferPool => {
  const idle: Buffer[] = [];
  return {
    take(bytes) {
      const fitting = idle.findIndex((buffer) => buffer.length >= bytes);
      const [found] = fitting < 0 ? [] : idle.splice(fitting, 1);
      return found ?? Buffer.allocUnsafeSlow(Math.ceil(bytes / STEP) * STEP);
    },
    give(buffer) {
      if (buffer.length > largest) return;
      idle.push(buffer);
      if (idle.length <= most) return;
      // The smallest fits the fewest.
      idle.sort((a, b) => b.length - a.length).pop();
    },
  };
};
