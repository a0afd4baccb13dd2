// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title The floor for `withdrawDR`
/// @notice As little as a voucher that pays a token can be, in OpenZeppelin's parts: a signer who can be
/// replaced (so it is storage), one signature, one nonce, one event, one transfer. No limits, no burning, no
/// pause, no order id.
contract VoucherRedeem is EIP712, Nonces {
    using SafeERC20 for IERC20;

    bytes32 private constant REDEEM_TYPEHASH =
        keccak256("Redeem(address account,uint256 amount,uint256 nonce,uint256 deadline)");

    IERC20 public immutable TOKEN;
    address public immutable ADMIN;
    address public signer;

    event Redeemed(address indexed account, uint256 amount);

    error VoucherExpired(uint256 deadline);
    error VoucherInvalid();
    error NotAdmin();

    constructor(IERC20 token, address signer_) EIP712("VoucherRedeem", "1") {
        TOKEN = token;
        ADMIN = msg.sender;
        signer = signer_;
    }

    function setSigner(address newSigner) external {
        if (msg.sender != ADMIN) revert NotAdmin();
        signer = newSigner;
    }

    function redeem(uint256 amount, uint256 deadline, bytes calldata signature) external {
        if (block.timestamp > deadline) revert VoucherExpired(deadline);
        bytes32 structHash = keccak256(abi.encode(REDEEM_TYPEHASH, msg.sender, amount, _useNonce(msg.sender), deadline));
        if (ECDSA.recoverCalldata(_hashTypedDataV4(structHash), signature) != signer) revert VoucherInvalid();

        emit Redeemed(msg.sender, amount);

        TOKEN.safeTransfer(msg.sender, amount);
    }
}
