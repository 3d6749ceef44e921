/**
 * Whether two names are equal apart from letter case and surrounding spaces (spec, section 5: names are unique within an
 * establishment).
 */
export function isSameEquipmentName(a: string, b: string): boolean {
  return a.trim().toLocaleLowerCase('pt-BR') === b.trim().toLocaleLowerCase('pt-BR');
}
