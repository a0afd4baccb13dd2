// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {IVouchers} from "./interfaces/IVouchers.sol";
import {AdminRoles} from "./libraries/AdminRoles.sol";

/// @title Vouchers
/// @dev Storage is laid out for gas: what every call reads (signer, the pause, and 72 bits that the
/// inheriting contract may fill with its own small settings) is one slot; nonce and last order id of an
/// account are one slot.
abstract contract Vouchers is IVouchers, EIP712 {
    struct VoucherState {
        uint64 nonce;
        uint128 lastOrderId;
    }

    /// @notice Seconds a voucher's deadline may be ahead, at most: an hour.
    uint256 public constant VOUCHER_LIFE_MAX = 1 hours;
    /// @notice Seconds by which the time in an order id may be ahead of the block's, at most: a day.
    uint256 internal constant ORDER_ID_AHEAD_MAX = 1 days;
    /// @notice Seconds after which a pause ends by itself, rounded up to a whole hour.
    uint256 public constant PAUSE_DURATION = 7 days;
    /// @notice Seconds after a pause, ended or lifted, in which there is no other.
    uint256 public constant PAUSE_REST = 7 days;

    /// @inheritdoc IVouchers
    address public immutable override ADMIN;

    mapping(address account => VoucherState) private _voucherStates;

    /// @inheritdoc IVouchers
    address public override standbySigner;

    /// @inheritdoc IVouchers
    address public override pauser;
    uint64 private _pausableFrom;

    /// @inheritdoc IVouchers
    address public override signer;
    /// @dev Hours since 1970: 24 bits last until the year 3883.
    uint24 private _pausedUntilHour;

    modifier onlyAdmin() {
        if (msg.sender != ADMIN) revert NotAdmin();
        _;
    }

    modifier onlyPauser() {
        if (msg.sender != pauser) revert NotPauser();
        _;
    }

    /// @param standby Signs once the signer is revoked; zero: there is none.
    constructor(string memory name, address admin, address pauser_, address signer_, address standby)
        EIP712(name, "1")
    {
        if (admin == address(0) || signer_ == address(0)) revert RolesNotDistinct();
        _requireDistinct(signer_, standby, pauser_);
        if (_isOfAdmin(admin, signer_) || _isOfAdmin(admin, standby) || _isOfAdmin(admin, pauser_)) {
            revert RolesNotDistinct();
        }
        ADMIN = admin;
        pauser = pauser_;
        signer = signer_;
        standbySigner = standby;
        emit PauserSet(address(0), pauser_);
        emit SignerSet(address(0), signer_);
        if (standby != address(0)) emit StandbySignerSet(address(0), standby);
    }

    /// @inheritdoc IVouchers
    function pause() external override onlyPauser {
        if (block.timestamp < _pausableFrom) revert PausedTooRecently(_pausableFrom);
        uint256 hour = (block.timestamp + PAUSE_DURATION + 1 hours - 1) / 1 hours;
        // forge-lint: disable-next-line(unsafe-typecast)
        _pausedUntilHour = uint24(hour); // until the year 3883
        // forge-lint: disable-next-line(unsafe-typecast)
        _pausableFrom = uint64(hour * 1 hours + PAUSE_REST);
        emit Paused(msg.sender, hour * 1 hours);
    }

    /// @inheritdoc IVouchers
    function unpause() external override {
        if (msg.sender != ADMIN && msg.sender != pauser) revert NotPauser();
        if (paused()) _pausableFrom = uint64(block.timestamp + PAUSE_REST);
        _pausedUntilHour = 0;
        emit Unpaused(msg.sender);
    }

    /// @inheritdoc IVouchers
    function revokeSigner() external override onlyPauser {
        address standby = standbySigner;
        emit SignerSet(signer, standby);
        signer = standby;
        if (standby == address(0)) return;
        emit StandbySignerSet(standby, address(0));
        standbySigner = address(0);
    }

    /// @inheritdoc IVouchers
    function setSigner(address newSigner) external override onlyAdmin {
        _requireDistinct(newSigner, standbySigner, pauser);
        if (_isOfAdmin(ADMIN, newSigner)) revert RolesNotDistinct();
        emit SignerSet(signer, newSigner);
        signer = newSigner;
    }

    /// @inheritdoc IVouchers
    function setStandbySigner(address newStandby) external override onlyAdmin {
        _requireDistinct(signer, newStandby, pauser);
        if (_isOfAdmin(ADMIN, newStandby)) revert RolesNotDistinct();
        emit StandbySignerSet(standbySigner, newStandby);
        standbySigner = newStandby;
    }

    /// @inheritdoc IVouchers
    function setPauser(address newPauser) external override onlyAdmin {
        _requireDistinct(signer, standbySigner, newPauser);
        if (_isOfAdmin(ADMIN, newPauser)) revert RolesNotDistinct();
        emit PauserSet(pauser, newPauser);
        pauser = newPauser;
        if (!paused()) _pausableFrom = 0;
    }

    /// @inheritdoc IVouchers
    function pausedUntil() public view override returns (uint256) {
        return uint256(_pausedUntilHour) * 1 hours;
    }

    /// @inheritdoc IVouchers
    function paused() public view override returns (bool) {
        return block.timestamp / 1 hours < _pausedUntilHour;
    }

    /// @inheritdoc IVouchers
    function pausableFrom() external view override returns (uint256) {
        return _pausableFrom;
    }

    /// @inheritdoc IVouchers
    function nonces(address account) public view override returns (uint256) {
        return _voucherStates[account].nonce;
    }

    /// @inheritdoc IVouchers
    function lastOrderId(address account) external view override returns (uint256) {
        return _voucherStates[account].lastOrderId;
    }

    /// @inheritdoc IVouchers
    // forge-lint: disable-next-line(mixed-case-function)
    function DOMAIN_SEPARATOR() external view override returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @dev To be called first: refuses while paused, past the deadline, and a deadline that is too far.
    function _requireVoucherOpen(uint256 deadline) internal view {
        if (paused()) revert VouchersPaused();
        if (block.timestamp > deadline) revert VoucherExpired(deadline);
        unchecked {
            if (deadline - block.timestamp > VOUCHER_LIFE_MAX) revert DeadlineTooFar(deadline); // checked in the line above
        }
    }

    /// @dev Verifies the signature over `structHash`, which must contain `nonces(msg.sender)`, and uses up
    /// the nonce.
    function _useVoucher(bytes32 structHash, bytes calldata signature)
        internal
        returns (uint256 nonce, bytes32 digest)
    {
        digest = _verify(structHash, signature);
        nonce = _useNonce();
    }

    /// @dev Uses up the caller's nonce, so that no open voucher of it is good any more.
    function _useNonce() internal returns (uint256 nonce) {
        VoucherState storage state = _voucherStates[msg.sender];
        nonce = state.nonce;
        unchecked {
            // forge-lint: disable-next-line(unsafe-typecast)
            state.nonce = uint64(nonce + 1); // 2**64 is never met
        }
    }

    /// @dev As `_useVoucher`, and uses up an order id of the caller with the same write. Ids ascend per
    /// account, so each is good once, at the price of no slot. Their time (a UUIDv7's first 48 bits,
    /// milliseconds) is bounded, or one voucher with the highest id there is would lock its account out for
    /// good.
    function _useOrder(bytes32 structHash, bytes calldata signature, uint256 orderId)
        internal
        returns (uint256 nonce, bytes32 digest)
    {
        digest = _verify(structHash, signature);
        VoucherState memory state = _voucherStates[msg.sender];
        nonce = state.nonce;
        unchecked {
            // keeps the id within 128 bits as well: 2**48 milliseconds last until the year 10889
            if (orderId <= state.lastOrderId || orderId >> 80 > (block.timestamp + ORDER_ID_AHEAD_MAX) * 1_000) {
                revert OrderIdNotAscending(orderId, state.lastOrderId);
            }
            // forge-lint: disable-next-line(unsafe-typecast)
            _voucherStates[msg.sender] = VoucherState(state.nonce + 1, uint128(orderId)); // checked above; 2**64 is never met
        }
    }

    function _verify(bytes32 structHash, bytes calldata signature) private view returns (bytes32 digest) {
        digest = _hashTypedDataV4(structHash);
        (address recovered, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (failure == ECDSA.RecoverError.NoError && recovered == signer) return digest; // never zero without a failure
        if (signer == address(0)) revert SignerRevoked();
        revert VoucherInvalid();
    }

    /// @dev `signer_` and `standby` may be zero: none.
    function _requireDistinct(address signer_, address standby, address pauser_) private pure {
        if (pauser_ == address(0) || pauser_ == signer_ || pauser_ == standby) revert RolesNotDistinct();
        if (standby != address(0) && standby == signer_) revert RolesNotDistinct();
    }

    /// @dev Whether `account` is the admin, or announces or cancels its changes; zero holds nothing.
    function _isOfAdmin(address admin, address account) private view returns (bool) {
        return account != address(0) && AdminRoles.isHeldBy(admin, account);
    }
}
