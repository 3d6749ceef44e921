const SHOWN = 2;
const HIDDEN = '***';

/** Too short a name would be given away whole. */
const begin = (text: string): string => text.slice(0, text.length > SHOWN ? SHOWN : 1);

/** 'maria@example.com' as 'ma***@ex***.com': its owner knows it again, another does not learn it. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const ending = dot < 1 ? '' : domain.slice(dot);
  const name = dot < 1 ? domain : domain.slice(0, dot);
  return `${begin(email.slice(0, at))}${HIDDEN}@${begin(name)}${HIDDEN}${ending}`;
};
