/** 'Bom dia' before 12, 'Boa tarde' 12 to 18 included, 'Boa noite' from 19 (spec, section 2). */
export function greetingAt(hour: number): 'Bom dia' | 'Boa tarde' | 'Boa noite' {
  if (hour < 12) return 'Bom dia';
  return hour < 19 ? 'Boa tarde' : 'Boa noite';
}
