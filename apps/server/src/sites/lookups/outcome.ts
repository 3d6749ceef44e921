/** What one register answered: `unknown` is its word that there is none; `down` is no answer at all. */
export type Outcome<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'down'; readonly reason: string };
