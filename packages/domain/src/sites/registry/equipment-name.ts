/** Whether two names are equal but for case and spaces around (spec, section 5: names are unique within an establishment). */
export function isSameEquipmentName(a: string, b: string): boolean {
  return a.trim().toLocaleLowerCase('pt-BR') === b.trim().toLocaleLowerCase('pt-BR');
}
