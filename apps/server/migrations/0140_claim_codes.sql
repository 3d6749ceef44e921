-- What is kept of the code that is printed with a board; null: none was made, and its device key proves it.
alter table board add column claim_hash bytea check (octet_length(claim_hash) = 32);
