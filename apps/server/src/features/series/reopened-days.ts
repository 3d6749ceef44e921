/** Held shared by whoever writes into a closed day, and exclusively by whoever begins to close some. */
export const CLOSING_LOCK = 7_305_001;

/**
 * SQL that reopens closed days: whatever adds to one or changes it undoes its row in its own transaction.
 *
 * @param touched - SQL of rows with `installation_id`, and `start`, an instant of the day
 */
export const reopenDays = (touched: string): string => `delete from meter_day using (
    select distinct installation_id, (start at time zone 'UTC')::date as day from (${touched}) touched
  ) changed where meter_day.installation_id = changed.installation_id and meter_day.day = changed.day`;
