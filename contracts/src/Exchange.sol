// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {BPS} from "./Constants.sol";
import {ExchangeCaps} from "./ExchangeCaps.sol";
import {ExchangeTerms} from "./ExchangeTerms.sol";
import {Vouchers} from "./Vouchers.sol";
import {IExchange} from "./interfaces/IExchange.sol";

/// @title Exchange
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract Exchange is ExchangeCaps, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev The fields of the voucher, in its order.
    struct Order {
        address account;
        uint256 inputAmount;
        uint256 outputAmount;
        address inputToken;
        address outputToken;
        uint256 orderId;
        uint256 nonce;
        uint256 deadline;
    }

    /// @notice EIP-712 type of a swap.
    bytes32 public constant SWAP_TOKEN_TYPEHASH = keccak256(
        "SwapToken(address account,uint256 inputAmount,uint256 outputAmount,address inputTokenAddress,address outputTokenAddress,uint256 orderId,uint256 nonce,uint256 deadline)"
    );
    /// @notice Seconds a swap's deadline may be ahead, at most.
    uint256 public constant SWAP_LIFE_MAX = 120;
    /// @notice The node vault's part of the fees, in 1/10,000: 36 %.
    uint256 public constant FEE_TO_NODE_BPS = 3_600;

    /// @param standby Signs once the signer is revoked; zero: there is none.
    /// @param parts Contracts and addresses that it uses.
    /// @param dollarCap Daily limits of USDT and USDR to start with, each by itself.
    /// @param tokenCap Daily limits of DR and DRGV to start with, each by itself.
    constructor(
        address admin,
        address pauser_,
        address signer_,
        address standby,
        Parts memory parts,
        Cap memory dollarCap,
        Cap memory tokenCap
    ) Vouchers("Exchange", admin, pauser_, signer_, standby) ExchangeTerms(parts) ExchangeCaps(dollarCap, tokenCap) {}

    /// @inheritdoc IExchange
    function swapToken(
        uint256 inputAmount,
        uint256 outputAmount,
        address inputTokenAddress,
        address outputTokenAddress,
        uint256 orderId,
        uint256 deadline,
        bytes calldata signature
    ) external override nonReentrant {
        _swap(
            Order({
                account: msg.sender,
                inputAmount: inputAmount,
                outputAmount: outputAmount,
                inputToken: inputTokenAddress,
                outputToken: outputTokenAddress,
                orderId: orderId,
                nonce: nonces(msg.sender),
                deadline: deadline
            }),
            signature
        );
    }

    /// @inheritdoc IExchange
    function flushFees() external override nonReentrant returns (uint256 amount) {
        amount = _feesCollected;
        if (amount == 0) revert NothingToFlush();
        uint256 toNode = (amount * FEE_TO_NODE_BPS) / BPS;
        _feesCollected = 0;
        uint64 flushId = ++_flushCount;

        emit FeesFlushed(flushId, amount, toNode, amount - toNode);

        USDT.safeTransfer(NODE_VAULT, toNode);
        USDT.safeTransfer(DEFLATION_VAULT, amount - toNode);
    }

    function _swap(Order memory order, bytes calldata signature) private {
        _requireVoucherOpen(order.deadline);
        if (order.deadline > block.timestamp + SWAP_LIFE_MAX) revert DeadlineTooFar(order.deadline);
        if (order.inputAmount == 0 || order.outputAmount == 0) revert AmountZero();
        (uint256 expected, uint256 fee) = quote(order.inputAmount, order.inputToken, order.outputToken);
        uint256 difference =
            order.outputAmount > expected ? order.outputAmount - expected : expected - order.outputAmount;
        if (difference > (expected * PRICE_TOLERANCE_BPS) / BPS) revert OutputOutOfRange(order.outputAmount, expected);
        (uint256 nonce, bytes32 digest) =
            _useOrder(keccak256(abi.encode(SWAP_TOKEN_TYPEHASH, order)), signature, order.orderId);
        _takeFromInventory(order, fee);

        emit Swapped(
            order.account,
            nonce,
            order.orderId,
            order.inputToken,
            order.outputToken,
            order.inputAmount,
            order.outputAmount,
            fee,
            digest
        );

        IERC20(order.inputToken).safeTransferFrom(msg.sender, address(this), order.inputAmount);
        IERC20(order.outputToken).safeTransfer(msg.sender, order.outputAmount);
    }

    /// @dev Counts the swap, sets the fee aside, and counts the output within its day. The input has not come
    /// in yet; where it is USDT, it pays the fee.
    function _takeFromInventory(Order memory order, uint256 fee) private {
        address token = order.outputToken;
        uint256 available = inventoryOf(token);
        uint256 needed = token == address(USDT) ? order.outputAmount + fee : order.outputAmount;
        if (needed > available) revert InventoryTooSmall(token, needed, available);
        if (token != address(USDT) && order.inputToken != address(USDT)) {
            uint256 usdt = inventoryOf(address(USDT));
            if (fee > usdt) revert InventoryTooSmall(address(USDT), fee, usdt);
        }
        (_feesCollected, _swapCount) = (_feesCollected + SafeCast.toUint128(fee), _swapCount + 1);

        _spend(token, order.outputAmount, available);
    }
}
