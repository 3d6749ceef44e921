/** A `T` with a name, so that the compiler refuses a quantity of another unit. */
export type Brand<T, B extends string> = T & { readonly __brand: B };
