/** Held shared by whoever writes into a closed day, and exclusively by whoever begins to close some, or drops their rows. */
export const CLOSING_LOCK = 7_305_001;

/**
 * SQL that reopens the totals of closed days, in the transaction of whatever changes them; their frames stay as they were
 * closed, since a correction or an import touches none. Whoever adds frames calls `reopenFrames`.
 *
 * @param touched - SQL of rows with `installation_id`, and `start`, an instant of the day
 */
export const reopenTotals = (touched: string): string => `update meter_day set format = null from (
    select distinct installation_id, (start at time zone 'UTC')::date as day from (${touched}) touched
  ) changed where meter_day.installation_id = changed.installation_id and meter_day.day = changed.day`;
