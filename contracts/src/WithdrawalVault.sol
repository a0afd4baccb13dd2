// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {Claims} from "./Claims.sol";
import {Vouchers} from "./Vouchers.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {IWithdrawalVault} from "./interfaces/IWithdrawalVault.sol";

/// @title WithdrawalVault
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract WithdrawalVault is Claims {
    using SafeERC20 for IBurnable;
    using SafeERC20 for IERC20;

    /// @notice EIP-712 type of a DR withdrawal.
    bytes32 public constant WITHDRAW_DR_TYPEHASH = keccak256(
        "WithdrawDR(address account,uint256 amount,uint256 burnAmount,uint256 orderId,uint256 nonce,uint256 deadline)"
    );
    /// @notice EIP-712 type of a USDT withdrawal.
    bytes32 public constant WITHDRAW_USDT_TYPEHASH = keccak256(
        "WithdrawUSDT(address account,uint256 amount,uint256 burnAmount,uint256 orderId,uint256 nonce,uint256 deadline)"
    );

    /// @param standby Signs once the signer is revoked; zero: there is none.
    /// @param setup What the vault is, and what it is wired to.
    /// @param drCaps Daily limits of DR to start with.
    /// @param usdtCaps Daily limits of USDT to start with; of no use to the miner account's vault, which pays
    /// DR alone.
    constructor(
        address admin,
        address pauser_,
        address signer_,
        address standby,
        Setup memory setup,
        Caps memory drCaps,
        Caps memory usdtCaps
    ) Vouchers("WithdrawalVault", admin, pauser_, signer_, standby) Claims(setup) {
        _setCaps(address(setup.dr), drCaps);
        if (setup.index != MINER) _setCaps(address(setup.usdt), usdtCaps);
    }

    /// @inheritdoc IWithdrawalVault
    function withdrawDR(uint256 amount, uint256 burnAmount, uint256 orderId, uint256 deadline, bytes calldata signature)
        external
        override
        nonReentrant
    {
        _requireVoucherOpen(deadline);
        if (amount == 0) revert AmountZero();
        (uint256 nonce, bytes32 digest) = _useOrder(
            keccak256(
                abi.encode(WITHDRAW_DR_TYPEHASH, msg.sender, amount, burnAmount, orderId, nonces(msg.sender), deadline)
            ),
            signature,
            orderId
        );
        _requireDrBurn(amount, burnAmount);
        _spend(address(DR_TOKEN), amount);

        emit WithdrawnDR(msg.sender, nonce, orderId, amount, burnAmount, digest);

        if (burnAmount != 0) DR_TOKEN.burn(burnAmount);
        DR_TOKEN.safeTransfer(msg.sender, amount - burnAmount);
    }

    /// @inheritdoc IWithdrawalVault
    function withdrawUSDT(
        uint256 amount,
        uint256 burnAmount,
        uint256 orderId,
        uint256 deadline,
        bytes calldata signature
    ) external override nonReentrant {
        _requireVoucherOpen(deadline);
        if (INDEX == MINER) revert TokenNotSupported(address(USDT));
        if (amount == 0) revert AmountZero();
        (uint256 nonce, bytes32 digest) = _useOrder(
            keccak256(
                abi.encode(
                    WITHDRAW_USDT_TYPEHASH, msg.sender, amount, burnAmount, orderId, nonces(msg.sender), deadline
                )
            ),
            signature,
            orderId
        );
        if (burnAmount == 0) {
            uint256 minimum = _burnMinOf(address(USDT), amount);
            if (minimum != 0) revert BurnAmountWrong(0, minimum);
        }
        _spend(address(USDT), amount);
        uint256 burned = burnAmount == 0 ? 0 : usdtBurnOf(amount, burnAmount);

        emit WithdrawnUSDT(msg.sender, nonce, orderId, amount, burned, digest);

        if (burned != 0) DR_TOKEN.burnFrom(msg.sender, burned);
        USDT.safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IWithdrawalVault
    function setCaps(address token, Caps calldata caps) external override onlyAdmin {
        _requirePays(token);
        _setCaps(token, caps);
    }

    /// @dev After the voucher's check, so that one that was used says so, and not that its deposit is back.
    function _requireDrBurn(uint256 amount, uint256 burnAmount) private view {
        uint256 maximum = burnAmountOf(amount);
        if (burnAmount == maximum) return;
        if (burnAmount > maximum) revert BurnAmountWrong(burnAmount, maximum);
        uint256 minimum = _burnMinOf(address(DR_TOKEN), amount);
        if (burnAmount < minimum) revert BurnAmountWrong(burnAmount, minimum);
    }

    function _floorMin(address token) internal view override returns (uint256) {
        return token == address(USDT) ? USDT_DAILY_FLOOR_MIN : DR_DAILY_FLOOR_MIN;
    }
}
