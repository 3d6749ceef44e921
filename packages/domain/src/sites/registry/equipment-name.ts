/**
 * Whether two names of custom equipment are the same to a reader: the case of letters and spaces around do not count.
 * Spec, section 5: a new equipment's name is unique within its establishment.
 */
export function isSameEquipmentName(a: string, b: string): boolean {
  return a.trim().toLocaleLowerCase('pt-BR') === b.trim().toLocaleLowerCase('pt-BR');
}
