// npm runs this after an installation: git then uses the hooks of this folder. Without a git checkout nothing happens.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
if (existsSync(join(root, '.git')))
  spawnSync('git', ['config', 'core.hooksPath', 'scripts/hooks'], { cwd: root });
