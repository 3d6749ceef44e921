-- Addresses of people's own systems that are told of alerts.
create table alert_webhook (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  url text not null,
  -- By which its receiver tells that a message is ours; shown once.
  secret text not null,
  -- Shown to the receiver as its own token; null: none.
  bearer text,
  -- JSON whose texts have places for words of the alert; null: the alert as the API answers it.
  template jsonb,
  created_at timestamptz not null
);
create index alert_webhook_account on alert_webhook (account_id);

-- What was sent or is to be sent to them; the newest are kept.
create table alert_delivery (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references alert_webhook on delete cascade,
  alert_id uuid not null references alert on delete cascade,
  event text not null,
  made_at timestamptz not null,
  -- 'dead': it was tried for a day, and is tried no more.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  -- What became of the last attempt: the status that was answered, or why there was no answer.
  status integer,
  reason text,
  tried_at timestamptz
);
create index alert_delivery_webhook on alert_delivery (webhook_id, made_at);
create index alert_delivery_alert on alert_delivery (alert_id);
