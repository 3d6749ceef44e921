-- When the board last had to wait because it had sent more than its allowance.
alter table board_connection add column held_back_at timestamptz;
