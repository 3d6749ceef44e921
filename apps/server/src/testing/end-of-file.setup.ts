// Before each file of the database ring, whose files share a process. It is the first to ask, so Vitest calls it last, after what
// the file itself asked for.
import { afterAll } from 'vitest';
import { closeAll } from './end-of-file.ts';

afterAll(closeAll);
