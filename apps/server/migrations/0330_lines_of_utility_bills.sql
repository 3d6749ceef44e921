-- What a bill of the utility charges beside its tariff, line by line as it is printed, in the contract's JSON; null where only the sum
-- is known, or nothing. Where there are lines, `others` is what they add up to.
alter table utility_bill add column lines jsonb;
