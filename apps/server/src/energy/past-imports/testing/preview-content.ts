import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import type { FileReading } from '@nascente/domain/energy/past-imports/file-reading';
import type { TouPeriodsOn } from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import { previewUpload } from '../preview-upload.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const NEWEST = Date.parse('2026-11-20T15:02:00Z') as Instant;

/** Previews a file of a three-phase meter, or of a water meter, in São Paulo. */
export const previewContent = (
  content: Buffer,
  chosen: FileReading | null = null,
  { isWater = false, touPeriodsOn = null }: { isWater?: boolean; touPeriodsOn?: TouPeriodsOn | null } = {},
) =>
  previewUpload(
    async function* () {
      yield content;
    },
    chosen,
    {
      meter: { isWater, zone: ZONE },
      limits: { phases: 3, ratedPhaseWatts: null },
      newest: NEWEST,
      touPeriodsOn,
    },
  );
