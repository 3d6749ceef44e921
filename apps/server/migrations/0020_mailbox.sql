-- Letters of an installation without an SMTP server: a few, to be read on the machine itself.
create table mailbox_letter (
  id uuid primary key default uuidv7(),
  written_at timestamptz not null,
  recipient text not null,
  subject text not null,
  html text not null,
  plain text not null
);
