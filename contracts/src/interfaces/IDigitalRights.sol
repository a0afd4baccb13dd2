// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IBurnable} from "./IBurnable.sol";
import {IPriceOracle} from "./IPriceOracle.sol";
import {IWithdrawalVault} from "./IWithdrawalVault.sol";

/// @title DigitalRights: the main contract
/// @notice Sells machines, takes their electricity, sells POD power, takes packages' principal. Names,
/// parameters and their order are the customer's.
/// @dev Tokens are pulled from `msg.sender` inside its own call and never otherwise; an allowance is of no
/// use to anyone else. The contract holds no tokens. A machine's id is `purchaseId << 7 | offset`: a purchase
/// is one storage write, however many machines, and its owner never changes.
interface IDigitalRights {
    /// @notice Contracts and addresses that it uses, fixed at deployment.
    struct Parts {
        IERC20 usdt;
        IERC20 usdr;
        IBurnable dr;
        IBurnable drgv;
        IPriceOracle oracle;
        address treasury;
        IWithdrawalVault nodeVault;
    }

    /// @notice `account` bought machines `firstMachineId` … `firstMachineId + machineCount - 1`.
    /// @param nonce The voucher's nonce.
    /// @param digest The voucher's EIP-712 digest; by it the server finds its order.
    /// @param usdtAmount Base units of USDT that went to the treasury.
    /// @param DRGVAmount Base units of DRGV that were burned.
    /// @param DRGVPrice USDT per DRGV, 18 decimals.
    event MachinesBought(
        address indexed account,
        uint256 nonce,
        bytes32 indexed digest,
        uint256 firstMachineId,
        uint256 machineCount,
        uint256 usdtAmount,
        uint256 DRGVAmount,
        uint256 DRGVPrice
    );
    /// @notice `account` paid `Period` 30-day periods of electricity for each of `machineIDs`.
    /// @param nonce The voucher's nonce.
    /// @param digest The voucher's EIP-712 digest; by it the server finds its order.
    /// @param DRGVAmount Base units of DRGV that were burned.
    /// @param DRGVPrice USDT per DRGV, 18 decimals.
    event MachinesActivated(
        address indexed account,
        uint256 nonce,
        bytes32 indexed digest,
        uint256[] machineIDs,
        uint256 Period,
        uint256 DRGVAmount,
        uint256 DRGVPrice
    );

    /// @notice `account` paid `periods` 30-day periods of electricity for each of `machineIDs`, by `renew`:
    /// without a voucher.
    /// @param DRGVAmount Base units of DRGV that were burned.
    /// @param DRGVPrice USDT per DRGV, 18 decimals, the 30-minute average of this block; 0 when there is
    /// none. It only says what the burned DRGV was worth.
    event MachinesRenewed(
        address indexed account, uint256[] machineIDs, uint256 periods, uint256 DRGVAmount, uint256 DRGVPrice
    );

    /// @notice `account` bought POD power: `drAmount` of DR was burned, `USDRAmount` of USDR went to the
    /// treasury.
    /// @param nonce The voucher's nonce.
    /// @param digest The voucher's EIP-712 digest; by it the server finds its order.
    /// @param referrer The account's, fixed by its first purchase.
    /// @param again Whether it was bought through `buyPODpowerAgain`.
    event PODpowerBought(
        address indexed account,
        uint256 nonce,
        bytes32 indexed digest,
        uint256 drAmount,
        uint256 USDRAmount,
        address referrer,
        bool again
    );
    /// @notice `account` deposited `amount` of `token`, which went to the node vault.
    /// @param packageId The account's package and income type, by the server's numbers. Not checked here.
    /// @param orderKind 1: subscribe.
    /// @param price USDT per DR, 18 decimals, the 30-minute average of this block; 0 when there is none.
    /// @param price24h The same over 24 hours.
    event Deposited(
        address indexed account,
        address indexed token,
        uint256 amount,
        uint256 packageId,
        uint256 orderKind,
        uint256 price,
        uint256 price24h
    );
    /// @notice USDR now pays `bps` / 10,000 of POD power's price by value, DR the rest.
    event USDRShareSet(uint256 bps);

    /// @notice A purchase is of 1 … `BUY_BATCH_MAX` machines.
    error MachineCountInvalid(uint256 machineCount);
    /// @notice An activation is of 1 … `ACTIVATE_BATCH_MAX` machines, their ids strictly ascending (so none
    /// is twice).
    error MachineIDsInvalid();
    /// @notice There is no such machine, or it is someone else's.
    error MachineNotOwned(uint256 machineID);
    /// @notice `Period` is 1 … `PERIOD_MAX`.
    error PeriodInvalid(uint256 Period);
    /// @notice Electricity costs exactly `ELECTRICITY_FEE_PER_PERIOD` a machine and period.
    error ElectricityFeeWrong(uint256 DRGVAmount, uint256 expected);
    /// @notice The voucher's price is further than 5 % from `average` (18 decimals): of a purchase, the lower
    /// of the oracle's two averages; of electricity, that of the last 30 minutes.
    error PriceOutOfRange(uint256 DRGVPrice, uint256 average);
    /// @notice A machine is worth `MACHINE_VALUE_MIN` … `MACHINE_VALUE_MAX`, and 5 to 95 % of that are paid
    /// in DRGV, which is worth `drgvValue` (18 decimals) at the voucher's price.
    error PurchaseOutOfRange(uint256 usdtAmount, uint256 drgvValue);
    /// @notice A deposit is of at least `min` base units.
    error AmountTooSmall(uint256 amount, uint256 min);
    /// @notice The node vault takes deposits from another contract than this one.
    error NodeVaultOfAnother(address depositor);
    /// @notice Permits are for DR, DRGV and USDR; deposits are of USDT and DR.
    error TokenNotSupported(address token);
    /// @notice The permit was not accepted, and the allowance is below `value` without it.
    error PermitFailed(address token, uint256 value);

    /// @notice POD power burns at least `POD_DR_MIN` a purchase.
    error DRAmountTooSmall(uint256 drAmount, uint256 min);
    /// @notice `USDRAmount` is further than 5 % from what goes with the DR: `expected` by the lower of the
    /// two averages.
    error USDRAmountOutOfRange(uint256 USDRAmount, uint256 expected);
    /// @notice The account bought POD power before: it is `buyPODpowerAgain` now.
    error PODpowerBoughtBefore();
    /// @notice The account has bought no POD power yet: it is `buyPODpower` the first time.
    error PODpowerNotBoughtBefore();
    /// @notice The referrer is the account itself, or not the one fixed by its first purchase (`expected`).
    error ReferrerWrong(address referrer, address expected);
    /// @notice A deposit's order kind is 1: subscribe.
    error OrderKindInvalid(uint256 orderKind);
    /// @notice The node vault received another amount than was deposited: the token takes a fee.
    error AmountReceivedWrong(uint256 received, uint256 amount);
    /// @notice A setting outside the bounds fixed in the code.
    error OutOfBounds();

    /// @notice The payment token.
    function USDT() external view returns (IERC20);

    /// @notice The wrapped payment token, which pays a part of POD power.
    function USDR() external view returns (IERC20);

    /// @notice The DR token.
    function DR_TOKEN() external view returns (IBurnable);

    /// @notice The DRGV token.
    function DRGV_TOKEN() external view returns (IBurnable);

    /// @notice Where prices come from.
    function ORACLE() external view returns (IPriceOracle);

    /// @notice Where the USDT and USDR of sales go. They fund no reward.
    function TREASURY() external view returns (address);

    /// @notice Where deposits go: the vault of the node accounts.
    function NODE_VAULT() external view returns (IWithdrawalVault);

    /// @notice Buys `machineCount` machines: USDT to the treasury, DRGV burned, both the caller's.
    /// @param usdtAmount Base units of USDT.
    /// @param DRGVAmount Base units of DRGV.
    /// @param DRGVPrice USDT per DRGV, 18 decimals; within 5 % of the lower of the oracle's 30-minute and
    /// 24-hour averages (`priceOf`), so that a price that was pushed up for half an hour buys no machines for
    /// less DRGV. At this price a machine is worth `MACHINE_VALUE_MIN` … `MACHINE_VALUE_MAX`, 5 to 95 % of it
    /// in DRGV. The signer decides the exact price.
    /// @param machineCount 1 … `BUY_BATCH_MAX`.
    /// @param deadline Unix seconds; the call is good until then, that second included.
    /// @param signature The signer's, over BuyMachine(address account,uint256 usdtAmount,uint256
    /// DRGVAmount,uint256 DRGVPrice,uint256 machineCount,uint256 nonce,uint256 deadline).
    function buyMachine(
        uint256 usdtAmount,
        uint256 DRGVAmount,
        uint256 DRGVPrice,
        uint256 machineCount,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Pays electricity: each machine runs `Period` times 30 days from now (rounded up to the hour),
    /// or from the end of what was paid before, whichever is later. First activation and renewal are the same
    /// call.
    /// @param machineIDs The caller's machines, strictly ascending, 1 … `ACTIVATE_BATCH_MAX`.
    /// @param DRGVAmount Base units of DRGV, burned: exactly 6 DRGV a machine and period.
    /// @param DRGVPrice USDT per DRGV, 18 decimals; within 5 % of the oracle's 30-minute average. While the
    /// oracle has none, any price passes: the fee is fixed, so electricity never waits for one.
    /// @param Period 30-day periods, 1 … `PERIOD_MAX`.
    /// @param deadline Unix seconds; the call is good until then, that second included.
    /// @param signature The signer's, over ActivateMachine(address account,uint256[] machineIDs,uint256
    /// DRGVAmount,uint256 DRGVPrice,uint256 Period,uint256 nonce,uint256 deadline).
    function activateMachine(
        uint256[] calldata machineIDs,
        uint256 DRGVAmount,
        uint256 DRGVPrice,
        uint256 Period,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Pays electricity without a voucher: the same fee, the same time and the same bounds as
    /// `activateMachine`, for the caller's machines alone. Needs no signer and no price, and no pause stops
    /// it: no key can keep a machine from running.
    /// @dev Uses no nonce, so open vouchers stay good; a voucher for the same machines that is used
    /// afterwards pays for more periods. The contract knows nothing of a machine's life: what is paid beyond
    /// its end is burned and brings nothing.
    /// @param machineIDs The caller's machines, strictly ascending, 1 … `ACTIVATE_BATCH_MAX`.
    /// @param periods 30-day periods, 1 … `PERIOD_MAX`.
    function renew(uint256[] calldata machineIDs, uint256 periods) external;

    /// @notice Buys POD power for the first time, and fixes the caller's referrer for good: DR burned, USDR
    /// to the treasury, both the caller's. POD power is a record of the server's; it is neither refunded nor
    /// transferred.
    /// @param drAmount Base units of DR, at least `POD_DR_MIN`.
    /// @param USDRAmount Base units of USDR; within 5 % of `usdrFor(drAmount)`.
    /// @param referrer The bound inviter, never the caller; zero for the first of all users, who has none.
    /// @param deadline Unix seconds; the call is good until then, that second included.
    /// @param signature The signer's, over BuyPODpower(address account,uint256 drAmount,uint256
    /// USDRAmount,address referrer,uint256 nonce,uint256 deadline).
    function buyPODpower(
        uint256 drAmount,
        uint256 USDRAmount,
        address referrer,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Buys POD power after the first time. As `buyPODpower`, but the referrer must be the one fixed
    /// then, and the signature is over BuyPODpowerAgain(address account,uint256 drAmount,uint256
    /// USDRAmount,address referrer,uint256 nonce,uint256 deadline).
    function buyPODpowerAgain(
        uint256 drAmount,
        uint256 USDRAmount,
        address referrer,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Deposits principal of a package: it goes to the node vault, which counts it as the caller's.
    /// Needs no voucher; the server credits in full a deposit that fits no open package. Deposits leave
    /// without burn. Refused while paused.
    /// @param token USDT or DR.
    /// @param amount Base units, at least `DEPOSIT_MIN`.
    /// @param packageId Package and income type, as the server numbers them.
    /// @param orderKind 1: subscribe.
    function deposit(address token, uint256 amount, uint256 packageId, uint256 orderKind) external;

    /// @notice The referrer fixed by the account's first purchase of POD power, and whether there was one.
    function referrerOf(address account) external view returns (address referrer, bool bought);

    /// @notice The part of POD power's price that is paid in USDR, by value, in 1/10,000.
    function usdrShareBps() external view returns (uint256);

    /// @notice Base units of USDR that go with `drAmount` now: DR at the lower of the two averages, and the
    /// share of USDR. Rounded down. Reverts when there is no price.
    function usdrFor(uint256 drAmount) external view returns (uint256);

    /// @notice Admin only: `USDR_SHARE_BPS_MIN` … `USDR_SHARE_BPS_MAX`.
    function setUsdrShareBps(uint256 bps) external;

    /// @notice Hands the caller's permit over this contract to `token` (DR, DRGV or USDR), for use before a
    /// purchase in one `multicall`. A permit that another account has handed in already is passed over: only
    /// the allowance counts.
    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice The number of purchases of machines so far; their ids count from 1. A reader that knows as
    /// many `MachinesBought` has missed none.
    function purchaseCount() external view returns (uint256);

    /// @notice The number of payments of electricity so far: `MachinesActivated` and `MachinesRenewed`
    /// together. A reader that knows as many has missed none.
    function electricityCount() external view returns (uint256);

    /// @notice The number of purchases of POD power so far: `PODpowerBought`. A reader that knows as many has
    /// missed none.
    function powerPurchaseCount() external view returns (uint256);

    /// @notice Who bought purchase `purchaseId` and how many machines it holds; zeros when there is none.
    function purchaseOf(uint256 purchaseId) external view returns (address owner, uint256 machineCount);

    /// @notice The owner of a machine; zero when there is none.
    function ownerOf(uint256 machineID) external view returns (address);

    /// @notice Until when a machine's electricity is paid (Unix seconds, a whole hour); 0 when it never was.
    function paidUntil(uint256 machineID) external view returns (uint256);

    /// @notice USDT per token, 18 decimals, by which machines and POD power are sold: the lower of the
    /// oracle's 30-minute and 24-hour averages. Reverts when either is missing.
    function priceOf(address token) external view returns (uint256);
}
