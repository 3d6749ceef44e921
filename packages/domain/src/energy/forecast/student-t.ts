/** 90 % quantiles of Student's t with 2 to 27 degrees of freedom: a band from low to high of 80 %. */
const T90 = [
  1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363, 1.356, 1.35, 1.345, 1.341, 1.337,
  1.333, 1.33, 1.328, 1.325, 1.323, 1.321, 1.319, 1.318, 1.316, 1.315, 1.314,
];
const MIN_DEGREES = 2;

/** By how many standard errors four cases of five lie around a mean; null with fewer than 2 or more than 27 degrees of freedom. */
export function t90(degrees: number): number | null {
  return T90[degrees - MIN_DEGREES] ?? null;
}
