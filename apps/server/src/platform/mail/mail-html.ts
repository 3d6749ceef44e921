import { BRAND_LOOKS, type BrandLook, SURFACES } from './brand-look.ts';
import type { BrandedMessage, MailMessage } from './mail-message.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const { background, surface, line, ink, muted } = SURFACES;

const row = (style: string, content: string): string =>
  `<tr><td style="${FONT};${style}">${content}</td></tr>`;

const paragraph = (text: string): string =>
  row(`padding:0 32px 16px;font-size:16px;line-height:24px;color:${ink}`, escapeHtml(text));

const quoted = (text: string, look: BrandLook): string =>
  row(
    'padding:0 32px 16px',
    `<div style="border-left:4px solid ${look.primary};background:${look.primarySoft};padding:12px 16px;font-size:15px;line-height:22px;color:${ink}">${escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>')}</div>`,
  );

/** The address is also shown below the button, for programs that do not show links. */
const action = ({ label, url }: NonNullable<MailMessage['action']>, look: BrandLook): string => {
  const address = escapeHtml(url);
  const button = `<a href="${address}" style="display:inline-block;padding:14px 28px;font-size:16px;font-weight:600;color:${look.onPrimary};text-decoration:none">${escapeHtml(label)}</a>`;
  return (
    row(
      'padding:8px 32px 16px',
      `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="border-radius:8px;background:${look.primary}">${button}</td></tr></table>`,
    ) +
    row(
      `padding:0 32px 16px;font-size:13px;line-height:20px;color:${muted}`,
      `Se o botão não funcionar, copie este endereço para o navegador:<br><a href="${address}" style="color:${look.primary};word-break:break-all">${address}</a>`,
    )
  );
};

const note = (text: string): string =>
  row(`padding:0 32px 12px;font-size:13px;line-height:20px;color:${muted}`, escapeHtml(text));

const brandRow = (look: BrandLook): string =>
  row(
    `padding:18px 32px;background:${look.primary};font-size:18px;font-weight:700;color:${look.onPrimary}`,
    escapeHtml(look.name),
  );

const footer = (look: BrandLook): string =>
  row(
    `padding:16px 32px;border-top:1px solid ${line};font-size:12px;line-height:18px;color:${muted}`,
    escapeHtml([look.name, look.tagline].filter(Boolean).join(' · ')),
  );

/** Uses only tables and inline styles without images, which all mail programs display in the same way. */
export const mailHtml = (mailMessage: BrandedMessage): string => {
  const look = BRAND_LOOKS[mailMessage.brand];
  const rows = [
    brandRow(look),
    row(
      `padding:28px 32px 16px;font-size:22px;line-height:28px;font-weight:700;color:${ink}`,
      escapeHtml(mailMessage.heading),
    ),
    ...mailMessage.paragraphs.map(paragraph),
    mailMessage.quotation === undefined ? '' : quoted(mailMessage.quotation, look),
    mailMessage.action ? action(mailMessage.action, look) : '',
    ...(mailMessage.notes ?? []).map(note),
    row('padding:0;height:16px;font-size:0;line-height:0', '&nbsp;'),
    footer(look),
  ];
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(mailMessage.subject)}</title></head>
<body style="margin:0;padding:0;background:${background}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${background}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${surface};border:1px solid ${line};border-radius:14px;overflow:hidden">
${rows.filter(Boolean).join('\n')}
</table>
</td></tr></table>
</body>
</html>
`;
};
