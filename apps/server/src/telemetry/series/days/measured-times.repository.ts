/**
 * SQL of the first or the last instant at which an installation has any quarter-hour, a closed day counting whole: a
 * timestamptz, null where it has none. By the indexes alone.
 *
 * @param installation - SQL of its id
 */
export const measuredAt = (which: 'first' | 'last', installation: string): string => {
  const [choose, aggregate, day] =
    which === 'first' ? ['least', 'min', 'min(day)'] : ['greatest', 'max', 'max(day) + 1'];
  return `${choose}((select ${aggregate}(start) from quarter where installation_id = ${installation}),
    (select (${day})::timestamp at time zone 'UTC' from meter_day where installation_id = ${installation} and format is not null))`;
};

/**
 * SQL of the quarter-hours of an installation that an import told, in no order: `start` and `import_id`.
 *
 * @param installation - SQL of its id
 */
export const importedQuarters = (installation: string): string => `(
  select start, import_id from quarter
  where installation_id = ${installation} and import_id is not null and not exists (select from meter_day
    where meter_day.installation_id = ${installation} and day = (start at time zone 'UTC')::date and format is not null)
  union all
  select day::timestamp at time zone 'UTC' + (number - 1) * interval '15 minutes', import_id
  from meter_day cross join unnest(imports) with ordinality as quarters (import_id, number)
  where installation_id = ${installation} and format is not null and imports is not null and import_id > 0
)`;
