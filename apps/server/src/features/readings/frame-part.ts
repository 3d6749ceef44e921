import { promisify } from 'node:util';
import { zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { Instant } from '@nascente/domain/time/zone';
import { freeMemory } from '../../platform/http/free-memory.ts';
import type { WrittenFrames } from './written-frames.ts';

/** All counted frames from an instant to before another, as they are answered, compressed. */
export interface FramePart {
  readonly from: Instant;
  readonly to: Instant;
  readonly frames: number;
  readonly body: Buffer;
}

const compressed = promisify(zstdCompress);

/** Of a frame as it is answered: 31 fields of three phases. Room for most parts in one piece of memory. */
const ROOM_A_FRAME = 480;
/** What is larger than Node's pool has memory of its own, which is given back once the frames are answered. */
const LEAST_ROOM = Buffer.poolSize;

/** Away from the event loop: boards and screens go on meanwhile. */
export const packJson = ({ pieces }: WrittenFrames): Promise<Buffer> => compressed(Buffer.concat(pieces));

/** The compressed frames are not to be read again. */
export const unpackJson = ({ frames, body }: FramePart): Buffer => {
  const json = zstdDecompressSync(body, { chunkSize: LEAST_ROOM + frames * ROOM_A_FRAME });
  freeMemory(body);
  return json;
};
