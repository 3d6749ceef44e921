-- What a bill of the utility charges beside its tariff: public lighting, fines, interest, refunds. Null where nobody has
-- said it, which is not zero: without it, other prices cannot be told from the rest of a difference.
alter table utility_bill add column others numeric(14, 2);
