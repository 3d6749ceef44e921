import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { OpenQualityRepository } from './open-quality.repository.ts';
import type { PackedQualityRepository } from './packed-quality.repository.ts';

const DAYS_AT_ONCE = 5_000;

/** Packs the quality of every packed day that has none, and of the whole hours since, a day or a meter after the other. */
export const createQualityPacker =
  (needs: { packed: PackedQualityRepository; open: OpenQualityRepository; clock: () => Instant }) =>
  /** @param lastClosed - the last day that may be packed: UTC, YYYY-MM-DD. */
  async (lastClosed: string): Promise<void> => {
    const { packed, open, clock } = needs;
    let days = await packed.unpacked(DAYS_AT_ONCE);
    while (days.length > 0) {
      for (const day of days) await packed.pack(day);
      days = await packed.unpacked(DAYS_AT_ONCE);
    }
    const from = instant(Date.parse(lastClosed) + DAY_MS);
    const to = instant(Math.floor(clock() / HOUR_MS) * HOUR_MS);
    await open.forget(from);
    if (to <= from) return;
    for (const installationId of await open.sending(from)) await open.pack(installationId, { from, to });
  };
