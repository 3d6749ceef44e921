/** The text of an array of the database, `{1.5,NULL}`; NaN is NULL. Of no array none. */
export const numbersOf = (text: string | null): Float64Array =>
  text === null
    ? new Float64Array()
    : Float64Array.from(text.slice(1, -1).split(','), (field) =>
        field === 'NULL' ? Number.NaN : Number(field),
      );
