/**
 * A day that is not whole, or that its month does not have, has no value in its field: sent, it would be taken for none at all. Only
 * the browser knows of it, and says so at the field.
 * @returns whether there is one
 */
export const tellHalfTypedDay = (form: HTMLFormElement): boolean =>
  [...form.elements].some(
    (field) => field instanceof HTMLInputElement && field.validity.badInput && !field.reportValidity(),
  );
