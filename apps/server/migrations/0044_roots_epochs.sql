-- runs-with: 0036
-- Epochs of the registry as of the newest final block, and which file each is of (ADR 0073).
CREATE TABLE roots_epoch (
  epoch bigint PRIMARY KEY,
  posted_at bigint NOT NULL,
  confirmed_at bigint DEFAULT 0 NOT NULL,
  is_void boolean NOT NULL,
  digest evm_bytes32 NOT NULL,
  refused integer DEFAULT 0 NOT NULL,
  file_id bigint,
  CONSTRAINT roots_epoch_file FOREIGN KEY (file_id) REFERENCES roots_file (id)
);
