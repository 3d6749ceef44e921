/** The text of an array of the database, `{1.5,NULL}`; NaN is NULL. Of no array none. */
export const numbersOf = (text: string | null): Float64Array => {
  if (text === null) return new Float64Array();
  const fields = text.slice(1, -1).split(',');
  const numbers = new Float64Array(fields.length);
  for (const [index, field] of fields.entries())
    numbers[index] = field === 'NULL' ? Number.NaN : Number(field);
  return numbers;
};
