// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IPriceOracle} from "./IPriceOracle.sol";

/// @title Exchange: swaps among USDT, USDR, DR and DRGV out of an inventory
/// @notice The user's input goes into the inventory, the output comes out of it. The fee is computed here, in
/// USDT by the input's value, set aside from the inventory's USDT, and flushed by anyone: 36 % to the node
/// vault, the rest to the deflation vault. The inventory is stocked by plain transfers and leaves only by
/// swaps, each by the signer's voucher; the admin names the signer, with 14 days' notice.
/// @dev The input is valued at the lower of the oracle's 30-minute and 24-hour averages, the output at the
/// higher: raising a pool's price for half an hour, with an honest signer, still sells here at yesterday's
/// price, except with several times the pool's holdings, or with so much of its liquidity that the price is
/// enormous for a second without it. Whatever the signer signs: the output is within 5 % of the input's value
/// by these averages, and no more of each token leaves within any 24 hours than `max(dailyBps of (inventory +
/// what left within the day), dailyFloor)`, nor more than is worth a twentieth of the shallowest pool, which
/// bounds the gain by manipulated averages. Hours are counted whole. USDT and USDR are at par. All tokens
/// have 18 decimals.
interface IExchange {
    /// @notice Contracts and addresses that it uses, fixed at deployment.
    struct Parts {
        IERC20 usdt;
        IERC20 usdr;
        IERC20 dr;
        IERC20 drgv;
        IPriceOracle oracle;
        address deflationVault;
        address nodeVault;
    }

    /// @notice The maximum of one token that leaves within a day, as far as the pools are deep enough.
    /// @param dailyBps Share of the inventory, in 1/10,000: `DAILY_BPS_MIN` … `DAILY_BPS_MAX`.
    /// @param dailyFloor Base units that may always leave a day: at most `DAILY_FLOOR_MAX`.
    struct Cap {
        uint16 dailyBps;
        uint112 dailyFloor;
    }

    /// @notice Deeper pools that do not count yet. One storage slot.
    /// @param limit The lowest limit that was recorded since, in base units.
    /// @param since Unix seconds of its first record; 0: what was recorded last counts.
    struct DepthRise {
        uint88 limit;
        uint40 since;
    }

    /// @notice `account` gave `inputAmount` of `inputToken` and got `outputAmount` of `outputToken`.
    /// @param nonce The voucher's nonce.
    /// @param orderId The server's order, a UUIDv7 as a 128-bit number.
    /// @param fee Base units of USDT that were set aside from the inventory.
    /// @param digest The voucher's EIP-712 digest.
    event Swapped(
        address indexed account,
        uint256 nonce,
        uint256 indexed orderId,
        address inputToken,
        address outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 fee,
        bytes32 digest
    );
    /// @notice `amount` of USDT, all fees since the last flush, went to the vaults.
    /// @param flushId Counts from 1.
    event FeesFlushed(uint256 indexed flushId, uint256 amount, uint256 toNode, uint256 toDeflation);
    /// @notice The fee is now `bps` / 10,000 of the input's value.
    event FeeRateSet(uint256 bps);
    /// @notice The daily limit of `token` is now `cap`.
    event CapSet(address indexed token, Cap cap);
    /// @notice By the depth of the pools a daily limit of `seen` base units of `token` counts, or may come to
    /// count; `limit` counts from now on.
    event DepthRecorded(address indexed token, uint256 seen, uint256 limit);

    /// @notice A swap of nothing, or for nothing.
    error AmountZero();
    /// @notice Only USDT, USDR, DR and DRGV, each for another.
    error PairInvalid(address inputToken, address outputToken);
    /// @notice `outputAmount` is further than 5 % from what the input, less the fee, is worth at the averages
    /// (`expected`).
    error OutputOutOfRange(uint256 outputAmount, uint256 expected);
    /// @notice The inventory holds `available` of `token`, the swap takes `needed` (of USDT, the fee
    /// included).
    error InventoryTooSmall(address token, uint256 needed, uint256 available);
    /// @notice `used` of this token's `limit` left within the last day; `amount` more does not fit.
    error DailyCapExceeded(address token, uint256 amount, uint256 used, uint256 limit);
    /// @notice No fee was collected since the last flush.
    error NothingToFlush();
    /// @notice A setting outside the bounds fixed in the code.
    error OutOfBounds();
    /// @notice A pool without both averages, and no record yet that saw all pools with theirs.
    error NoPrice();
    /// @notice Not one of the four tokens.
    error TokenNotSupported(address token);

    /// @notice Swaps the caller's `inputAmount` for `outputAmount`, exactly.
    /// @param inputAmount Base units that leave the caller.
    /// @param outputAmount Base units the caller gets; within 5 % of what `quote` says.
    /// @param inputTokenAddress USDT, USDR, DR or DRGV.
    /// @param outputTokenAddress Another of them.
    /// @param orderId The server's order; greater than the account's last one.
    /// @param deadline Unix seconds; the call is good until then, that second included. At most
    /// `SWAP_LIFE_MAX` ahead: the server gives 60 seconds, the rest is for nodes that are some blocks behind.
    /// @param signature The signer's, over SwapToken(address account,uint256 inputAmount,uint256
    /// outputAmount,address inputTokenAddress,address outputTokenAddress,uint256 orderId,uint256
    /// nonce,uint256 deadline).
    function swapToken(
        uint256 inputAmount,
        uint256 outputAmount,
        address inputTokenAddress,
        address outputTokenAddress,
        uint256 orderId,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Sends the fees collected to the vaults: 36 %, rounded down, to the node vault, the rest to the
    /// deflation vault. Anyone may call, paused or not.
    /// @return amount Base units of USDT.
    function flushFees() external returns (uint256 amount);

    /// @notice Records how deep the pools are: what they hold in USDT, by the product of their reserves at
    /// the lower of the oracle's averages. The limits that follow count at once where they are lower. Where
    /// they are higher they count once all records of a day saw that, none of them `DEPTH_GAP_MAX` after the
    /// one before or without a pool's price, and then the lowest of them, and never more than by the USDT
    /// that the pools held; who records every hour sees deeper pools count within one to two days. A pool
    /// without a price counts by its product at the price of the last record that saw one, so what left it
    /// shows; its own token's limit follows the dollars' down. One that no record saw for `DEPTH_GAP_MAX`
    /// counts as no deeper than the oracle's minimum. The first limit counts at once if all pools have
    /// prices, and reserves that are not of the same second; otherwise after a day as well. Anyone may call,
    /// as often as they like, paused or not: each call ends what liquidity of a moment would have raised.
    /// Reverts with `NoPrice` until one record saw all pools with prices.
    function recordDepths() external;

    /// @notice The output for `inputAmount` at the averages of this block, and the fee in USDT: the input is
    /// valued at the lower of the oracle's 30-minute and 24-hour averages, the output at the higher.
    /// `value` (USDT) and output round down, the fee rounds up. Reverts when a price is missing.
    function quote(uint256 inputAmount, address inputToken, address outputToken)
        external
        view
        returns (uint256 outputAmount, uint256 fee);

    /// @notice Base units of `token` there are to swap: what the contract holds, less the fees set aside.
    function inventoryOf(address token) external view returns (uint256);

    /// @notice Base units of USDT set aside since the last flush.
    function feesCollected() external view returns (uint256);

    /// @notice The number of flushes so far: `FeesFlushed`. A reader that knows as many has missed none.
    function flushCount() external view returns (uint256);

    /// @notice The number of swaps so far: `Swapped`. A reader that knows as many has missed none.
    function swapCount() external view returns (uint256);

    /// @notice The fee, in 1/10,000 of the input's value.
    function feeBps() external view returns (uint256);

    /// @notice The daily limit set for `token`.
    function capOf(address token) external view returns (Cap memory);

    /// @notice The daily limit of `token` by the recorded depth of the pools, in base units: worth
    /// `1 / DEPTH_PARTS` of the shallowest pool's USDT, at the token's higher average.
    /// @return limit The limit in force.
    /// @return recordedAt Unix seconds of the last record; 0: there is none. Nothing leaves once it is older
    /// than `DEPTH_AGE_MAX`.
    /// @return rise The later limit.
    function depthLimitOf(address token)
        external
        view
        returns (uint256 limit, uint256 recordedAt, DepthRise memory rise);

    /// @notice Amount of `token` that left within the last day, and the maximum, in base units.
    function daily(address token) external view returns (uint256 used, uint256 limit);

    /// @notice USDT per token, 18 decimals: the oracle's 30-minute average, or 1 for USDT and USDR.
    function priceOf(address token) external view returns (uint256);

    /// @notice Admin only: 0 … `FEE_BPS_MAX`.
    function setFeeBps(uint256 bps) external;

    /// @notice Admin only, within the bounds of `Cap`.
    function setCap(address token, Cap calldata cap) external;
}
