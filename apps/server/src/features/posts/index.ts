import type { PostRule } from '@nascente/contract/posts';
import type { PostsOn } from '@nascente/domain/tariff/posts/posts-by-window';
import { type PostSpan, postSpans } from '@nascente/domain/tariff/posts/posts-in-force';
import { postsOfSpans } from '@nascente/domain/tariff/posts/quarters-by-post';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import type { ReadingCalendar } from '@nascente/domain/time/reading-cycles';
import type { Database } from '../../platform/database/open-database.ts';
import type { TariffNames, TariffsService } from '../tariffs/index.ts';
import { type AgreedRow, createAgreedTariffsRepository } from './agreed-tariffs.repository.ts';

/** An establishment, and the days of it that are asked for, both included. */
interface PostsAsked {
  readonly establishmentId: string;
  readonly calendar: ReadingCalendar;
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly today: CivilDate;
}

/** The posts of days of an establishment. */
export interface PostsInForce {
  readonly spans: readonly PostSpan<TariffNames>[];
  readonly postsOn: PostsOn;
  /** By what they are told apart, as answers say it. */
  readonly rules: PostRule[];
}

export interface EstablishmentPostsReader {
  /** Of electricity, as its bills have them; for who may see the establishment. */
  read(asked: PostsAsked): Promise<PostsInForce>;
}

/** Water has no posts. */
export const NO_POSTS: PostsInForce = { spans: [], postsOn: postsOfSpans([]), rules: [] };

const toRule = ({ first, last, tariff, windows }: PostSpan<TariffNames>): PostRule => {
  const { peak, intermediate, blackAwarenessFrom } = windows;
  const named = tariff && {
    _id: tariff.id,
    distributor: tariff.distributor,
    group: tariff.group,
    comment: tariff.comment,
    color: tariff.color,
    modality: tariff.modality,
  };
  const hours = { peak, intermediate: [...intermediate], blackAwarenessFrom };
  return { start: first, end: last, tariff: named, windows: hours };
};

/** Contracts of the same tariff name the same object: their days are one span. */
const once = (rows: readonly AgreedRow[]): readonly AgreedRow[] => {
  const tariffs = new Map(
    rows.flatMap(({ tariff }) => (tariff === null ? [] : [[tariff.id, tariff] as const])),
  );
  return rows.map((row) => ({ ...row, tariff: row.tariff && (tariffs.get(row.tariff.id) ?? row.tariff) }));
};

/** Answers by which posts the days of a place are told apart: the one place that does. */
export const createEstablishmentPostsReader = (needs: {
  database: Pick<Database, 'pool' | 'changes'>;
  tariffs: Pick<TariffsService, 'rulesOf'>;
}): EstablishmentPostsReader => {
  const agreed = createAgreedTariffsRepository(needs.database);
  return {
    async read({ establishmentId, ...days }) {
      const rows = once(await agreed.read(establishmentId));
      const tariffs = await Promise.all(
        rows.map(async (row) => ({
          ...row,
          versions: row.tariff === null ? [] : await needs.tariffs.rulesOf(row.tariff.id),
        })),
      );
      const spans = postSpans(tariffs, days);
      return { spans, postsOn: postsOfSpans(spans), rules: spans.map(toRule) };
    },
  };
};
