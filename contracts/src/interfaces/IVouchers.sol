// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

/// @title Vouchers: calls that carry the server's signature
/// @notice A voucher is EIP-712 typed data over every argument of the call, the account (always
/// `msg.sender`), its nonce on this contract, and a deadline. It is good once: using it moves the nonce,
/// which also closes every other open voucher of that account here. A deadline is at most an hour ahead, so
/// that who had the signer for a moment cannot keep vouchers for later. A voucher permits; it never moves
/// anything of anyone but the caller.
/// @dev Domain: name = the contract's name, version "1", chainId, verifyingContract. The signature is 65
/// bytes (r, s, v) with s in the lower half; the signer is a key, not a contract (no ERC-1271). Digests are
/// pinned in packages/protocol/vectors/typed-data.json.
interface IVouchers {
    /// @notice From now on vouchers must be signed by `signer`; the zero address: no voucher is accepted.
    event SignerSet(address indexed previous, address indexed signer);
    /// @notice From now on `pauser` may pause, unpause and revoke the signer.
    event PauserSet(address indexed previous, address indexed pauser);
    /// @notice If the signer is revoked, vouchers are from then on signed by `standby`; zero: then none is
    /// accepted.
    event StandbySignerSet(address indexed previous, address indexed standby);
    /// @notice Calls with a voucher are refused until `until` (Unix seconds), or until unpaused.
    event Paused(address indexed by, uint256 until);
    /// @notice Calls with a voucher are accepted again.
    event Unpaused(address indexed by);

    /// @notice `block.timestamp` is past the voucher's deadline (Unix seconds).
    error VoucherExpired(uint256 deadline);
    /// @notice The deadline is more than `VOUCHER_LIFE_MAX` seconds ahead (a swap's: `SWAP_LIFE_MAX`).
    error DeadlineTooFar(uint256 deadline);
    /// @notice The signature is not the signer's over these arguments, this caller and its present nonce. So
    /// it is also when the voucher was used before, when another voucher of this account was, or when the
    /// signature is malformed.
    error VoucherInvalid();
    /// @notice There is no signer: it was revoked without a standby, and the time-lock has not set a new one
    /// yet.
    error SignerRevoked();
    /// @notice Vouchers are paused.
    error VouchersPaused();
    /// @notice An order id is a UUIDv7 as a number: greater than the account's last one, and of a time at
    /// most `ORDER_ID_AHEAD_MAX` after the block's. (Without that bound one voucher could use up all ids of
    /// an account for good.)
    error OrderIdNotAscending(uint256 orderId, uint256 lastOrderId);
    /// @notice Only the admin (the time-lock) may do this.
    error NotAdmin();
    /// @notice Only the pauser may do this.
    error NotPauser();
    /// @notice A pause began less than `PAUSE_REST` after the end of the last: there is none before `from`
    /// (Unix seconds).
    error PausedTooRecently(uint256 from);
    /// @notice Signer, standby signer and pauser must be different addresses, and none of them the admin's,
    /// its proposer's or its guardian's; pauser and admin, and the first signer, not zero.
    error RolesNotDistinct();

    /// @notice The time-lock, fixed at deployment.
    function ADMIN() external view returns (address);

    /// @notice Whose signature makes a voucher; zero when revoked.
    function signer() external view returns (address);

    /// @notice Who can stop vouchers at once.
    function pauser() external view returns (address);

    /// @notice Who signs once `signer` is revoked; zero: no signer until the time-lock sets one.
    function standbySigner() external view returns (address);

    /// @notice Whether vouchers are refused at present.
    function paused() external view returns (bool);

    /// @notice When the present pause ends, or the last one ended (Unix seconds, a whole hour); 0 once
    /// unpaused.
    function pausedUntil() external view returns (uint256);

    /// @notice When the pauser may pause again (Unix seconds); 0: at once.
    function pausableFrom() external view returns (uint256);

    /// @notice The nonce the account's next voucher must carry; sequential from 0.
    function nonces(address account) external view returns (uint256);

    /// @notice The last order id the account used on this contract; 0 before the first, and where no call
    /// carries one.
    function lastOrderId(address account) external view returns (uint256);

    /// @notice EIP-712 domain separator.
    function DOMAIN_SEPARATOR() external view returns (bytes32);

    /// @notice Refuses vouchers (withdrawals among them) and deposits for `PAUSE_DURATION`: 7 days, rounded
    /// up to an hour. Pauser only, and not within `PAUSE_REST` (7 days) after the last pause ended: so no
    /// pauser stops them for more than 7 of 14 days by pausing. Electricity goes on:
    /// `IDigitalRights.renew` carries no voucher.
    function pause() external;

    /// @notice Accepts vouchers again. Pauser or admin.
    function unpause() external;

    /// @notice Takes the signer's power at once and gives it to the standby signer, which is used up by that;
    /// without one, to no signer. Pauser only; both are set by the admin alone. So two calls, with no new standby
    /// between them, end all vouchers until the time-lock has named a signer: 14 days at least.
    function revokeSigner() external;

    /// @notice Admin only.
    function setSigner(address newSigner) external;

    /// @notice Admin only: zero, or an address that is none of the others. Its key is kept where neither
    /// server nor pauser is.
    function setStandbySigner(address newStandby) external;

    /// @notice Admin only. A pause in force stays in force until it ends; else the new pauser may pause at
    /// once.
    function setPauser(address newPauser) external;
}
