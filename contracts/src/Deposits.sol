// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {WAD} from "./Constants.sol";
import {Vouchers} from "./Vouchers.sol";
import {Wiring} from "./Wiring.sol";
import {IDigitalRights} from "./interfaces/IDigitalRights.sol";

/// @title Deposits: principal of packages, straight into the node vault
abstract contract Deposits is Vouchers, Wiring, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice The only order kind there is: subscribe.
    uint256 public constant ORDER_KIND_SUBSCRIBE = 1;
    /// @notice Minimum amount of a deposit: one token. Each is a row in the ledger for good.
    uint256 public constant DEPOSIT_MIN = WAD;

    /// @inheritdoc IDigitalRights
    function deposit(address token, uint256 amount, uint256 packageId, uint256 orderKind)
        external
        override
        nonReentrant
    {
        if (paused()) revert VouchersPaused();
        if (token != address(USDT) && token != address(DR_TOKEN)) revert TokenNotSupported(token);
        if (amount < DEPOSIT_MIN) revert AmountTooSmall(amount, DEPOSIT_MIN);
        if (orderKind != ORDER_KIND_SUBSCRIBE) revert OrderKindInvalid(orderKind);
        (uint256 price, uint256 price24h) = _drPrices();

        emit Deposited(msg.sender, token, amount, packageId, orderKind, price, price24h);

        uint256 before = IERC20(token).balanceOf(address(NODE_VAULT));
        IERC20(token).safeTransferFrom(msg.sender, address(NODE_VAULT), amount);
        uint256 received = IERC20(token).balanceOf(address(NODE_VAULT)) - before;
        if (received != amount) revert AmountReceivedWrong(received, amount);
        NODE_VAULT.recordDeposit(msg.sender, token, amount);
    }

    /// @dev Both averages of DR, or zero where the oracle has none: a deposit is never refused on account of
    /// a price.
    function _drPrices() private view returns (uint256 price, uint256 price24h) {
        try ORACLE.price(address(DR_TOKEN)) returns (uint256 value) {
            price = value;
        } catch {}
        try ORACLE.price24h(address(DR_TOKEN)) returns (uint256 value) {
            price24h = value;
        } catch {}
    }
}
