/** A `T` that only its own constructor makes: quantities of different units do not mix by accident. */
export type Brand<T, B extends string> = T & { readonly __brand: B };
