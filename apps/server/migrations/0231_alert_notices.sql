-- How a person wants to hear of alerts outside the screens. Without a row: not at all.
create table alert_preference (
  account_id uuid primary key references account on delete cascade,
  -- Letters: none, one for each, or what happened in a day or a week together.
  email text not null check (email in ('never', 'at-once', 'daily', 'weekly')),
  -- The least severity of which a letter tells, and of which a device does.
  email_from text not null check (email_from in ('urgent', 'serious', 'notable')),
  push_from text not null check (push_from in ('urgent', 'serious', 'notable')),
  -- Minutes of the day in `zone` between which nothing is sent; null: none. What is urgent may be let through.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  urgent_in_quiet boolean not null,
  zone text not null,
  -- Up to when alerts were told together.
  digest_until timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null))
);
create index alert_preference_digest on alert_preference (digest_until) where email in ('daily', 'weekly');

-- Browsers that show alerts of a person.
create table push_subscription (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamptz not null
);
create index push_subscription_account on push_subscription (account_id);
