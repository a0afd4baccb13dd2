// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title The floor for `withdrawUSDT` and `buyPODpower`
/// @notice As little as a voucher that moves two tokens can be: a signer who can be replaced, one signature,
/// one nonce, one event, the two tokens. No limits, no prices, no pause, no order id.
contract VoucherMoney is EIP712, Nonces {
    using SafeERC20 for IERC20;

    bytes32 private constant REDEEM_TYPEHASH =
        keccak256("RedeemBurning(address account,uint256 amount,uint256 burned,uint256 nonce,uint256 deadline)");
    bytes32 private constant PURCHASE_TYPEHASH = keccak256(
        "Purchase(address account,uint256 burned,uint256 paid,address referrer,uint256 nonce,uint256 deadline)"
    );

    IERC20 public immutable PAID;
    ERC20Burnable public immutable BURNED;
    address public immutable TREASURY;
    address public signer;
    mapping(address account => address) public referrerOf;

    event Redeemed(address indexed account, uint256 amount, uint256 burned);
    event Purchased(address indexed account, uint256 burned, uint256 paid, address referrer);

    error VoucherExpired(uint256 deadline);
    error VoucherInvalid();
    error ReferrerWrong();

    constructor(IERC20 paid, ERC20Burnable burned, address treasury, address signer_) EIP712("VoucherMoney", "1") {
        PAID = paid;
        BURNED = burned;
        TREASURY = treasury;
        signer = signer_;
    }

    /// @notice Pays one token out of here, and burns the caller's other one.
    function redeemBurning(uint256 amount, uint256 burned, uint256 deadline, bytes calldata signature) external {
        _check(
            keccak256(abi.encode(REDEEM_TYPEHASH, msg.sender, amount, burned, _useNonce(msg.sender), deadline)),
            deadline,
            signature
        );

        emit Redeemed(msg.sender, amount, burned);

        BURNED.burnFrom(msg.sender, burned);
        PAID.safeTransfer(msg.sender, amount);
    }

    /// @notice Burns one token of the caller's, sends the other to the treasury; the first time fixes the
    /// referrer.
    function purchase(uint256 burned, uint256 paid, address referrer, uint256 deadline, bytes calldata signature)
        external
    {
        _check(
            keccak256(abi.encode(PURCHASE_TYPEHASH, msg.sender, burned, paid, referrer, _useNonce(msg.sender), deadline)),
            deadline,
            signature
        );
        address known = referrerOf[msg.sender];
        if (known == address(0)) referrerOf[msg.sender] = referrer;
        else if (known != referrer) revert ReferrerWrong();

        emit Purchased(msg.sender, burned, paid, referrer);

        BURNED.burnFrom(msg.sender, burned);
        PAID.safeTransferFrom(msg.sender, TREASURY, paid);
    }

    function _check(bytes32 structHash, uint256 deadline, bytes calldata signature) private view {
        if (block.timestamp > deadline) revert VoucherExpired(deadline);
        if (ECDSA.recoverCalldata(_hashTypedDataV4(structHash), signature) != signer) revert VoucherInvalid();
    }
}
