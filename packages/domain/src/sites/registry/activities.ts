/** Activities of companies, exactly as in the spec, section 9. */
export const activities = ['Comercio e Serviços', 'Industria'] as const;
export type Activity = (typeof activities)[number];

/** Ranges of employees by activity, exactly as in the spec, section 9. */
export const employeeRanges = {
  'Comercio e Serviços': ['até 9', '10 a 49', '50 a 99', '100 ou mais'],
  Industria: ['até 19', '20 a 99', '100 a 499', '500 ou mais'],
} as const satisfies Record<Activity, readonly string[]>;

type EmployeeRange = (typeof employeeRanges)[Activity][number];

export function isActivity(text: string): text is Activity {
  return (activities as readonly string[]).includes(text);
}

export function isEmployeeRangeOf(activity: Activity, text: string): text is EmployeeRange {
  return (employeeRanges[activity] as readonly string[]).includes(text);
}
