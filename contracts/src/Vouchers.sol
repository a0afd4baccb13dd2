// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {IVouchers} from "./interfaces/IVouchers.sol";

/// @title Vouchers
/// @dev Storage is laid out for gas: what every call reads (signer, paused, and 88 bits that the inheriting contract may
/// fill with its own small settings) is one slot; nonce and last order id of an account are one slot.
abstract contract Vouchers is IVouchers, EIP712 {
    struct VoucherState {
        uint64 nonce;
        uint128 lastOrderId;
    }

    /// @notice Seconds a voucher's deadline may be ahead, at most: an hour.
    uint256 public constant VOUCHER_LIFE_MAX = 1 hours;

    /// @inheritdoc IVouchers
    address public immutable override ADMIN;

    mapping(address account => VoucherState) private _voucherStates;

    /// @inheritdoc IVouchers
    address public override pauser;

    /// @inheritdoc IVouchers
    address public override signer;
    /// @inheritdoc IVouchers
    bool public override paused;

    modifier onlyAdmin() {
        if (msg.sender != ADMIN) revert NotAdmin();
        _;
    }

    modifier onlyPauser() {
        if (msg.sender != pauser) revert NotPauser();
        _;
    }

    constructor(string memory name, address admin, address pauser_, address signer_) EIP712(name, "1") {
        if (admin == address(0) || signer_ == address(0)) revert RolesNotDistinct();
        _requireDistinct(signer_, pauser_, admin);
        ADMIN = admin;
        pauser = pauser_;
        signer = signer_;
        emit PauserSet(address(0), pauser_);
        emit SignerSet(address(0), signer_);
    }

    /// @inheritdoc IVouchers
    function pause() external override onlyPauser {
        paused = true;
        emit Paused(msg.sender);
    }

    /// @inheritdoc IVouchers
    function unpause() external override {
        if (msg.sender != ADMIN && msg.sender != pauser) revert NotPauser();
        paused = false;
        emit Unpaused(msg.sender);
    }

    /// @inheritdoc IVouchers
    function revokeSigner() external override onlyPauser {
        emit SignerSet(signer, address(0));
        signer = address(0);
    }

    /// @inheritdoc IVouchers
    function setSigner(address newSigner) external override onlyAdmin {
        _requireDistinct(newSigner, pauser, ADMIN);
        emit SignerSet(signer, newSigner);
        signer = newSigner;
    }

    /// @inheritdoc IVouchers
    function setPauser(address newPauser) external override onlyAdmin {
        _requireDistinct(signer, newPauser, ADMIN);
        emit PauserSet(pauser, newPauser);
        pauser = newPauser;
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
        if (paused) revert VouchersPaused();
        if (block.timestamp > deadline) revert VoucherExpired(deadline);
        if (deadline - block.timestamp > VOUCHER_LIFE_MAX) revert DeadlineTooFar(deadline);
    }

    /// @dev Verifies the signature over `structHash`, which must contain `nonces(msg.sender)`, and uses up the nonce.
    function _useVoucher(bytes32 structHash, bytes calldata signature)
        internal
        returns (uint256 nonce, bytes32 digest)
    {
        digest = _verify(structHash, signature);
        nonce = _voucherStates[msg.sender].nonce++;
    }

    /// @dev As `_useVoucher`, and uses up an order id of the caller with the same write. Ids ascend per account, so each is
    /// good once, at the price of no slot.
    function _useOrder(bytes32 structHash, bytes calldata signature, uint256 orderId)
        internal
        returns (uint256 nonce, bytes32 digest)
    {
        digest = _verify(structHash, signature);
        VoucherState memory state = _voucherStates[msg.sender];
        if (orderId <= state.lastOrderId || orderId > type(uint128).max) {
            revert OrderIdNotAscending(orderId, state.lastOrderId);
        }
        nonce = state.nonce;
        // forge-lint: disable-next-line(unsafe-typecast)
        _voucherStates[msg.sender] = VoucherState(state.nonce + 1, uint128(orderId)); // checked in the line above
    }

    function _verify(bytes32 structHash, bytes calldata signature) private view returns (bytes32 digest) {
        digest = _hashTypedDataV4(structHash);
        (address recovered, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (failure == ECDSA.RecoverError.NoError && recovered == signer) return digest; // never zero without a failure
        if (signer == address(0)) revert SignerRevoked();
        revert VoucherInvalid();
    }

    function _requireDistinct(address signer_, address pauser_, address admin) private pure {
        if (signer_ == pauser_ || signer_ == admin || pauser_ == admin || pauser_ == address(0)) {
            revert RolesNotDistinct();
        }
    }
}
